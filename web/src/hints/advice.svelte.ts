// What the server says to who asks for hints about the open decision.

import type { Hints } from '../wire/protocol';

/** What is asked about: a decision that is asked anew is another one. */
interface Subject {
  readonly id: number;
}

/** Refusals that come of nothing else than asking for hints. */
const OWN: readonly string[] = ['no_hints', 'hints_busy'];

/** Refusals that an answer to the same decision may get as well. */
const SHARED: readonly string[] = ['stale_decision', 'too_fast'];

/** Refusals of the moment. */
const PASSING: readonly string[] = ['hints_busy', 'too_fast'];

export class Advice {
  #answer = $state.raw<{ subject: Subject; hints: Hints } | null>(null);
  #failed = $state.raw<{ subject: Subject; code: string } | null>(null);
  /** What is being asked about: the server answers one question at a time. */
  #asked: Subject | null = null;
  /** What is to be asked about next. */
  #wanted: Subject | null = null;
  readonly #send: (decision: number) => boolean;
  readonly #now: () => Subject | null;

  /** `now` tells what there is to decide at the moment. */
  constructor(send: (decision: number) => boolean, now: () => Subject | null) {
    this.#send = send;
    this.#now = now;
  }

  /** The hints for what there is to decide now, once they are there. */
  get hints(): Hints | null {
    const now = this.#now();
    return now !== null && this.#answer?.subject === now ? this.#answer.hints : null;
  }

  /** With which code the server has refused to say, if it has. */
  get failure(): string | null {
    const now = this.#now();
    return now !== null && this.#failed?.subject === now ? this.#failed.code : null;
  }

  /** Whether asking once more may help. */
  get passing(): boolean {
    return this.failure !== null && PASSING.includes(this.failure);
  }

  /** Ask once more about what was refused. */
  retry(): void {
    this.#failed = null;
    this.ask();
  }

  /** Ask about what there is to decide now, unless that has been done. */
  ask(): void {
    const now = this.#now();
    if (now === null || now === this.#asked || now === this.#answer?.subject || now === this.#failed?.subject) return;
    this.#wanted = now;
    this.#next();
  }

  hear(hints: Hints): void {
    if (this.#asked?.id === hints.decision) this.#answer = { subject: this.#asked, hints };
    this.#asked = null;
    this.#next();
  }

  /** Take note of a refusal; tell whether it was of a question and of nothing else. */
  refused(code: string, decision: number | null): boolean {
    const asked = this.#asked;
    const same = asked !== null && asked.id === decision;
    const ours = OWN.includes(code) || (same && SHARED.includes(code));
    // What was not read, because too much came, may have been the question.
    if (!ours && code !== 'too_fast') return false;
    if (asked !== null) this.#failed = { subject: asked, code };
    this.#asked = null;
    this.#next();
    return ours;
  }

  /** Nothing asked on a line that is lost is answered. */
  forget(): void {
    this.#asked = null;
    this.#wanted = null;
  }

  #next(): void {
    const wanted = this.#wanted;
    if (this.#asked !== null || wanted === null) return;
    this.#wanted = null;
    if (wanted === this.#now() && this.#send(wanted.id)) this.#asked = wanted;
  }
}
