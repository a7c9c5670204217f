import { parseSync, Visitor } from 'oxc-parser';

/**
 * Amounts whose bare digits mean many other things in a page (sizes, durations, status codes). Bare, they count as a
 * price only in text that people read. With a currency sign, a thousands separator or decimals they always do.
 */
function isEverydayNumber(value: number): boolean {
  return value < 1000 || (value < 100_000 && value % 100 === 0);
}

/**
 * Finds price figures in a file, in every spelling: `1,895` `$1895` `1895.00` `1 895` `189500` `1895e2` `0x767`.
 *
 * @param amountsCents the forbidden amounts, US cents
 * @returns the found figures, as spelled in the file
 */
export function findPriceLeaks(file: string, content: string, amountsCents: readonly number[]): string[] {
  const found = new Set<string>();
  const inspect = (text: string, isProse: boolean) => {
    for (const amountCents of amountsCents) {
      for (const [match] of text.matchAll(spellingsOf(amountCents, isProse))) found.add(match.trim());
    }
  };
  if (file.endsWith('.js')) {
    const { strings, numbers } = literalsOf(file, content);
    for (const text of strings) inspect(text, false);
    for (const value of numbers) {
      const isPrice = amountsCents.some((cents) => value === cents || value === cents / 100);
      if (isPrice && !isEverydayNumber(value)) found.add(String(value));
    }
  } else if (file.endsWith('.html')) {
    inspect(content, false);
    inspect(readableText(content), true);
  } else {
    inspect(content, file.endsWith('.json'));
  }
  return [...found];
}

/** Matches an amount in dollars or cents. It matches bare everyday numbers only in prose. */
function spellingsOf(amountCents: number, isProse: boolean): RegExp {
  const dollars = Math.trunc(amountCents / 100);
  const digits = String(dollars);
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, "[,.'’ \\u00a0\\u202f]");
  const decimals = String(amountCents % 100).padStart(2, '0');
  const marked = [`(?:US)?\\$\\s*(?:${digits}|${grouped})`, `(?:${digits}|${grouped})[.,]${decimals}`];
  marked.push(`(?:${digits}|${grouped})\\s*(?:USD|dollars)`);
  if (dollars >= 1000) marked.push(grouped);
  const bare = [dollars, amountCents].filter((value) => isProse || !isEverydayNumber(value)).map(String);
  return new RegExp(`(?<![\\w.,#-])(?:${[...marked, ...bare].join('|')})(?![\\w%]|[.,]\\d)`, 'g');
}

function readableText(html: string): string {
  return html
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replace(/<svg\b[\s\S]*?<\/svg>/g, ' ')
    .replace(/<[^>]*>/g, ' ');
}

function literalsOf(file: string, source: string): { strings: string[]; numbers: number[] } {
  const strings: string[] = [];
  const numbers: number[] = [];
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') strings.push(node.value);
      if (typeof node.value === 'number') numbers.push(node.value);
    },
    TemplateElement(node) {
      strings.push(node.value.cooked ?? node.value.raw);
    },
  }).visit(parseSync(file, source).program);
  return { strings, numbers };
}
