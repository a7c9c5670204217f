import { parseSync, Visitor } from 'oxc-parser';

/** What docs/glossary.md rules. */
interface Vocabulary {
  /** Words that no name may contain, lower case. Several in a row are joined by dashes. */
  forbidden: ReadonlySet<string>;
  /** Names of the specification, which stay. */
  staying: readonly string[];
  /** Words that marketing may use: they mean something else there. */
  marketing: ReadonlySet<string>;
  /** Words that no document may contain, lower case. */
  prose: ReadonlySet<string>;
}

/** @throws Error when a part of the glossary holds no word: then it was not understood. */
export function readVocabulary(glossary: string): Vocabulary {
  const [words = '', names = '', documents = ''] = glossary.split(
    /^## (?:Names that stay|Not in documents either)$/m,
  );
  const [staying = '', marketing = ''] = names.split(/without these words:/);
  const rows = words.split('\n').filter((line) => line.startsWith('| '));
  const vocabulary = {
    forbidden: new Set(rows.flatMap((row) => quoted(row.split('|')[3] ?? ''))),
    staying: quoted(staying).filter((name) => !name.includes('/')),
    marketing: new Set(quoted(marketing)),
    prose: new Set(quoted(documents)),
  };
  if (Object.values(vocabulary).some((part) => [...part].length === 0)) {
    throw new Error('docs/glossary.md cannot be read');
  }
  return vocabulary;
}

/**
 * Names in a source file that contain a forbidden word or its plural, as `line: name`. The file's own name is line 0, and the only
 * name of a file that is no source. In a document, words of the text.
 */
export function forbiddenNames(file: string, text: string, vocabulary: Vocabulary): string[] {
  const isDocument = file.endsWith('.md');
  const words = [...(isDocument ? vocabulary.prose : forbiddenIn(file, vocabulary))];
  const whole = new RegExp(`(?<![a-z0-9])(?:${words.join('|')})s?(?![a-z0-9])`);
  // Nothing separates the words of LEADNAME. Shorter words, and forms such as LEADING, would be found by chance.
  const long = words.filter((word) => word.length >= 4).map((word) => word.toUpperCase());
  const runTogether = new RegExp(`(?<![A-Za-z0-9])(?:${long.join('|')})(?!ING|ED|ER)[A-Z]{2}`);
  return [...namesInPath(file), ...namesIn(file, text)]
    .filter(({ name }) => !vocabulary.staying.some((known) => name.includes(known)))
    .filter(({ name }) => whole.test(dashed(name)) || runTogether.test(name))
    .map(({ name, line }) => `${line}: ${name}`);
}

interface Name {
  name: string;
  /** Counted from 1. */
  line: number;
}

function forbiddenIn(file: string, { forbidden, marketing }: Vocabulary): ReadonlySet<string> {
  if (!file.startsWith('marketing/')) return forbidden;
  return new Set([...forbidden].filter((word) => !marketing.has(word)));
}

function namesIn(file: string, text: string): Name[] {
  if (file.endsWith('.md')) return namesInDocument(text);
  if (file.endsWith('.sql')) return namesInSql(text);
  return /[.]tsx?$/.test(file) ? namesInTypeScript(file, text) : [];
}

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

/** @example dashed('newestLead_id') // 'newest-lead-id' */
function dashed(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
}

/** @example namesInPath('portal/src/lead-row.test.tsx') // lead-row, portal and src */
function namesInPath(file: string): Name[] {
  return file.split('/').map((part) => ({ name: part.replace(/[.].*$/, ''), line: 0 }));
}

/** A text in a program is read as SQL when it begins like a statement. */
const SQL_TEXT =
  /^\s*(select|insert into|update|delete from|with|do|(alter|create|drop|truncate) (table|view|index|type|policy|trigger|(or replace )?function)) /i;

/** Identifiers, keys in quotes, and SQL in texts. Words in comments, other texts and pages may be verbs. */
function namesInTypeScript(file: string, text: string): Name[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const names: Name[] = [];
  const lineAt = (start: number) => text.slice(0, start).split('\n').length;
  const keep = ({ name, start }: { name: string; start: number }) => {
    names.push({ name, line: lineAt(start) });
  };
  const keepSql = (statement: string, start: number) => {
    if (!SQL_TEXT.test(statement)) return;
    const first = lineAt(start) - 1;
    names.push(...namesInSql(statement).map(({ name, line }) => ({ name, line: first + line })));
  };
  const keepKey = ({ key }: { key: { type: string; value?: unknown; start: number } }) => {
    if (key.type === 'Literal' && typeof key.value === 'string' && /^[\w-]+$/.test(key.value)) {
      keep({ name: key.value, start: key.start });
    }
  };
  new Visitor({
    // Not a pattern, which may take apart what is not ours.
    ObjectExpression: ({ properties }) => {
      for (const property of properties) if (property.type === 'Property') keepKey(property);
    },
    PropertyDefinition: keepKey,
    TSPropertySignature: keepKey,
    Identifier: keep,
    JSXIdentifier: keep,
    PrivateIdentifier: keep,
    Literal: ({ value, start }) => {
      if (typeof value === 'string') keepSql(value, start);
    },
    TemplateLiteral: ({ quasis, start }) => keepSql(quasis.map(({ value }) => value.raw).join('x'), start),
  }).visit(program);
  return names;
}

/** Every word outside comments and texts. What a procedure's body says counts. */
function namesInSql(text: string): Name[] {
  return text.split('\n').flatMap((row, index) =>
    [
      ...row
        .replace(/--.*/, '')
        .replaceAll(/'[^']*'/g, '')
        .matchAll(/[A-Za-z_]\w*/g),
    ].map(([name]) => ({
      name,
      line: index + 1,
    })),
  );
}

/** Every word outside code. */
function namesInDocument(text: string): Name[] {
  const blank = (code: string) => code.replaceAll(/[^\n]/g, ' ');
  return text
    .replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, blank)
    .split('\n')
    .flatMap((row, index) => [...row.matchAll(/[A-Za-z]+/g)].map(([name]) => ({ name, line: index + 1 })));
}
