"""Help at the table: hints on request, and a beginner's mode that says why each button is there."""

from __future__ import annotations

from tests.browser.conftest import PHONE

HAND = "123456789m123p45s99s1z"
SIZES = [PHONE, (1280, 800), (844, 390), (390, 844), (320, 640)]
