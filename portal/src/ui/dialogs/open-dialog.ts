import { createContext } from 'react';
import { asking } from './ask-first.ts';
import { guardLeaving } from './guard-leaving.ts';

/** What is asked before a dialog closes. */
export interface Question {
  title: string;
  description: string;
  /** The button that closes the dialog. */
  close: string;
  /** The button that goes back to it. */
  stay: string;
  /**
   * Said in place of the dialog's own words once saving is not allowed here. For what is valid without being saved.
   */
  whenLost?: string;
}

export interface Asked extends Question {
  leave(): void;
}

/** An open dialog: the questions that its content wants asked, and the ways out of it. */
export class OpenDialog {
  readonly #questions = new Map<string, Question>();
  #stopGuard: (() => void) | null = null;
  readonly #ask: (asked: Asked) => void;
  onClose = () => {};
  /** Hiding the dialog ends the effects in it. Its content still holds what was typed. */
  isShown = true;

  constructor(ask: (asked: Asked) => void) {
    this.#ask = ask;
  }

  /** The question that is asked first. */
  get question(): Question | undefined {
    const [first] = this.#questions.values();
    return first;
  }

  add(id: string, question: Question) {
    this.#questions.set(id, question);
    asking.add(this);
    this.#stopGuard ??= guardLeaving((leave) =>
      this.close(() => {
        leave();
        this.onClose();
      }),
    );
  }

  remove(id: string) {
    if (!this.isShown) return;
    this.#questions.delete(id);
    if (this.question === undefined) this.stopGuard();
  }

  /** Asks nothing more: what would be lost is safe, or the person agreed to lose it. */
  readonly forget = () => {
    this.#questions.clear();
    this.stopGuard();
  };

  stopGuard() {
    this.#stopGuard?.();
    this.#stopGuard = null;
    asking.delete(this);
  }

  /** Asks if there is something to ask, then closes the dialog, or does `leave` instead. */
  close(leave = () => this.onClose()) {
    const { question } = this;
    if (question === undefined) leave();
    else this.#ask({ ...question, leave });
  }
}

export const OpenDialogContext = createContext<OpenDialog | null>(null);
