import { parseSync } from 'oxc-parser';

const LONGEST_SENTENCE = 20;

/** Words that hide who does what. */
const RIDDLES = /\b(nobody|somebody|whoever|whatever|anew|of which)\b/i;

/** A sentence that breaks a rule, and the line it begins on, counted from 1. */
interface Finding {
  line: number;
  why: string;
  sentence: string;
}

interface Prose {
  line: number;
  text: string;
}

/** Sentences of a document, or of a source's comments, that a reader has to read twice. */
export function findRiddles(file: string, text: string): Finding[] {
  return proseOf(file, text).flatMap(({ line, text: prose }) =>
    sentencesOf(prose).flatMap((sentence) => {
      const why = whyRiddle(sentence);
      return why === null ? [] : [{ line, why, sentence }];
    }),
  );
}

function whyRiddle(sentence: string): string | null {
  if (sentence.includes(';')) return 'semicolon';
  const riddle = RIDDLES.exec(sentence)?.[0];
  if (riddle !== undefined) return `"${riddle}"`;
  const count = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
  return count > LONGEST_SENTENCE ? `${count} words` : null;
}

/** A colon ends a thought as well as a period does. */
function sentencesOf(prose: string): string[] {
  return prose
    .replaceAll(/\b(e\.g|i\.e|etc|vs)\./g, '$1')
    .split(/(?<=[.!?:][)"'’”*]*)\s+/)
    .filter((sentence) => sentence.trim() !== '');
}

function proseOf(file: string, text: string): Prose[] {
  if (file.endsWith('.md')) return proseInDocument(text);
  if (/[.](?:[mc]?[jt]s|tsx)$/.test(file)) return proseInScript(file, text);
  if (file.endsWith('.sql')) return [...proseAfter(/^\s*--\s?(.*)$/, text), ...proseInSqlComments(text)];
  // A directive that may be switched on is no sentence.
  return proseAfter(/^\s*#(?!!)\s?(.*[^;])$/, text);
}

/** Code and addresses are one word each. */
const withoutCode = (text: string) =>
  text
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\{@link [^}]*\}/g, 'code')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/https?:\/\/\S+/g, 'address');

/** Paragraphs, items of lists, and cells of tables. */
function proseInDocument(text: string): Prose[] {
  const found: Prose[] = [];
  let isCode = false;
  let open: Prose | null = null;
  const close = () => {
    if (open !== null) found.push({ line: open.line, text: withoutCode(open.text) });
    open = null;
  };
  text.split('\n').forEach((row, index) => {
    const line = index + 1;
    if (/^\s*```/.test(row)) isCode = !isCode;
    if (isCode || /^\s*(```|<!--|$)/.test(row)) close();
    else if (/^\s*\|/.test(row)) {
      close();
      // A cell may list things.
      for (const cell of withoutCode(row).split(/[|;]/)) found.push({ line, text: cell.trim() });
    } else {
      const item = /^\s*(?:[-*>]|\d+\.|#+)\s+(.*)$/.exec(row);
      if (item !== null) close();
      const words = (item?.[1] ?? row).trim();
      open = open === null ? { line, text: words } : { line: open.line, text: `${open.text} ${words}` };
      if (/^#/.test(row)) close();
    }
  });
  close();
  return found;
}

function proseInScript(file: string, text: string): Prose[] {
  const { comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const lineAt = (start: number) => text.slice(0, start).split('\n').length;
  const blocks = comments.filter(({ type }) => type === 'Block');
  const lines = text.split('\n');
  return [
    ...blocks.flatMap(({ value, start }) => {
      const first = lineAt(start);
      // A tag begins a text of its own.
      return paragraphs(value.split('\n').map((row) => row.replace(/^\s*\*+\s?/, '').trim())).map(
        (prose) => ({ ...prose, line: first + prose.line - 1 }),
      );
    }),
    ...paragraphs(commentRows(lines, comments, lineAt)),
  ];
}

/** What follows `//` in each row, else an empty row. */
function commentRows(
  lines: readonly string[],
  comments: readonly { type: string; value: string; start: number }[],
  lineAt: (start: number) => number,
): string[] {
  const rows = lines.map(() => '');
  for (const { type, value, start } of comments) {
    // Instructions for tools are no sentences.
    if (type === 'Line' && !/^\s*(biome-ignore|@ts-|@vitest-)/.test(value))
      rows[lineAt(start) - 1] = value.trim();
  }
  return rows;
}

function proseAfter(comment: RegExp, text: string): Prose[] {
  return paragraphs(text.split('\n').map((row) => comment.exec(row)?.[1]?.trim() ?? ''));
}

function proseInSqlComments(text: string): Prose[] {
  return [...text.matchAll(/^comment on [^']*?is\s+'((?:[^']|'')*)'/gm)].map((match) => ({
    line: text.slice(0, match.index).split('\n').length,
    text: withoutCode((match[1] ?? '').replaceAll("''", '’')),
  }));
}

/** Rows that follow each other are one text. An empty row, a tag and an item of a list begin another. */
function paragraphs(rows: readonly string[]): Prose[] {
  const found: Prose[] = [];
  let open: Prose | null = null;
  rows.forEach((row, index) => {
    if (row === '' || /^([-*@]|\d+\.)\s?\w/.test(row)) open = null;
    if (row === '') return;
    const words = row.replace(/^(?:[-*]|\d+\.)\s+/, '').replace(/^@(param \S+|returns|throws|example)/, '');
    if (open === null) {
      open = { line: index + 1, text: words };
      found.push(open);
    } else open.text += ` ${words}`;
  });
  return found.map(({ line, text }) => ({ line, text: withoutCode(text) }));
}
