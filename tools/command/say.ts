import { terminalLine } from './terminal-text.ts';

/** Prints lines for people. No text of others in them can move the cursor or reach the clipboard. */
export function say(text: string): void {
  console.log(text.split('\n').map(terminalLine).join('\n'));
}
