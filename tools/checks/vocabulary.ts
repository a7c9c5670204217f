import { parseSync, Visitor } from 'oxc-parser';

/** What docs/glossary.md rules. */
export interface Vocabulary {
  /** Words that no name may contain, lower case. */
  forbidden: ReadonlySet<string>;
  /** Names of the specification, which stay. */
  staying: readonly string[];
}

/** @throws Error when the glossary has no forbidden words or no names that stay: then it was not understood. */
export function readVocabulary(glossary: string): Vocabulary {
  const [words = '', names = ''] = glossary.split('## Names that stay');
  const rows = words.split('\n').filter((line) => line.startsWith('| '));
  const forbidden = rows.flatMap((row) => quoted(row.split('|')[3] ?? ''));
  const staying = quoted(names);
  if (forbidden.length === 0 || staying.length === 0) throw new Error('docs/glossary.md cannot be read');
  return { forbidden: new Set(forbidden), staying };
}

/** Names in a source file that contain a forbidden word, as `line: name`. */
export function forbiddenNames(file: string, text: string, { forbidden, staying }: Vocabulary): string[] {
  const names = file.endsWith('.sql') ? namesInSql(text) : namesInTypeScript(file, text);
  return names
    .filter(({ name }) => !staying.some((known) => name.includes(known)))
    .filter(({ name }) => wordsOf(name).some((word) => forbidden.has(word)))
    .map(({ name, line }) => `${line}: ${name}`);
}

interface Name {
  name: string;
  /** Counted from 1. */
  line: number;
}

function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

/** @example wordsOf('newestLeadId') // ['newest', 'lead', 'id'] */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_');
}

/** Identifiers alone: words in comments, texts and pages may be verbs. */
function namesInTypeScript(file: string, text: string): Name[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const names: Name[] = [];
  const keep = ({ name, start }: { name: string; start: number }) => {
    names.push({ name, line: text.slice(0, start).split('\n').length });
  };
  new Visitor({ Identifier: keep, JSXIdentifier: keep }).visit(program);
  return names;
}

/** Every word outside comments and texts; what a procedure's body says counts. */
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
