"""The rules: what a hand is worth, what it waits for, and who pays whom."""
