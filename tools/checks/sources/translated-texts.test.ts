import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { findTranslatedTexts } from './translated-texts.ts';

/** The lines of a page's content that a translation makes fatal. The content starts in line 2. */
function linesIn(content: string, rest = ''): number[] {
  const source = `export function Page({ label, isOn, children }: Props) { return (<div>\n${content}\n</div>); }\n${rest}`;
  return findTranslatedTexts([{ file: 'a.tsx', source }]).map((line) => Number(line.split(':')[1]));
}

test.each([
  ['a text that comes and goes', "<b />{isOn ? 'on' : ''}"],
  ['a text that comes and goes before an element', "{isOn && 'on'}<b />"],
  ['a text in place of an element', "<b />{isOn ? 'on' : <i />}"],
  ['a given text that may be missing', '<b />{isOn ? label : null}'],
  ['texts of a fragment that comes and goes', '<b />{isOn ? <>on <i /></> : null}'],
  ['an element that comes before a text', '{isOn ? <b /> : null}on'],
  ['an element that comes before a space', "{isOn ? <b /> : null}{' '}<i />"],
  ['an element that comes before a given text', '{isOn ? <b /> : null}{label}'],
  ['an element that comes before children', '{isOn ? <b /> : null}{children}'],
  ['an element that comes before another, and before a text', '{isOn ? <b /> : null}{isOn ? <i /> : null}on'],
  ['another element before a text', '{isOn ? <b /> : <i />}on'],
  ['one element with other texts', '{isOn ? <b>on <i /></b> : <b>off</b>}'],
  ['one element of a component with other texts', '{isOn ? <Note>on <i /></Note> : <Note>off</Note>}'],
  ['a list before a text', '{label.map((one) => <b key={one} />)}on'],
  ['a text that changes its words after an element', "<b />{isOn ? 'on' : 'off'}"],
  ['a text that changes its words among others', "It is {isOn ? 'on' : `off`} now"],
  ['a text of a list', "<b />{label.map((one) => one.isOn && ', ')}"],
  ['a value after words', '<b>Hello, {label}</b>'],
  ['a computed value before an element', '{label.count / 2}<b />'],
  ['words with a value before an element', '{`It is $' + '{label}`}<b />'],
  ['a given text before an element', '{label}<b />'],
  ['a part of a given text after an element', '<b />{label.name}'],
  ['a given text, or another', "{label ?? 'none'}<b />"],
  ['one of several constants', '<b />{LABELS[label]}'],
  ['values among words', '<b>{label.count} of {label.all}</b>'],
  ['names in a row before an element', "{label.names.join(', ')}<b />"],
  ['a number in words after an element', '<b />{label?.count.toLocaleString()}'],
  ['a part of a text beside an element', '{label.slice(0, 4)}<wbr />'],
  ['a date in words before an element', '{formatDay(label)}<b />'],
  ['a value as a text before an element', '{String(label)}<b />'],
])('%s ends a translated page', (_case, content) => {
  expect(linesIn(content)).toContain(2);
});

test.each([
  [
    'a component that may be nothing, before a text',
    '<Note />on',
    'function Note() { return isOn ? <b /> : null; }',
  ],
  [
    'a component of a text or an element',
    '<Note />',
    "function Note() { if (isOn) return 'on'; return <b />; }",
  ],
  ['a constant that comes before a text', '{note}on', 'const note = isOn ? <b /> : null;'],
  ['a result that comes before a text', '{note()}on', 'function note() { return isOn ? <b /> : null; }'],
  ['a result in words', '{note()}<b />', 'const note = () => label.toUpperCase();'],
  [
    'words of another file with elements',
    '<b />{stateWords(label)}',
    "import { stateWords } from './list.tsx';",
  ],
  [
    'a given function for words',
    '<b />{nameOf?.(label)}',
    'interface Rest { nameOf(label: string): string | null }',
  ],
  [
    'a given function in a property',
    '<b />{nameOf(label)}',
    'interface Rest { nameOf?: (label: string) => string }',
  ],
  ['words of another file', '<b />{isOn ? words() : <i />}', "import { words } from './words.ts';"],
  ['a result before a space', "<b>{words(label)}{' '}</b>", "import { words } from './words.ts';"],
  ['a result before an element', '{words(label)}<b />', "import { words } from './words.ts';"],
  [
    'a text for a component that shows it or not',
    '<Note>on</Note>',
    'function Note({ children }) { return isOn ? children : null; }',
  ],
])('%s ends a translated page', (_case, content, rest) => {
  expect(linesIn(content, rest)).toContain(2);
});

test.each([
  ['a text alone', "{isOn ? 'on' : 'off'}"],
  ['a text or an element alone', "{isOn ? 'on' : <b />}"],
  ['a text in an element of its own', '<b />{isOn ? <span>on</span> : null}<i />'],
  ['a text alone that changes its words', "<b /><i>{isOn ? 'on' : 'off'}</i>"],
  ['an element that comes last', 'on{isOn ? <b /> : null}'],
  ['an element that comes before an element', '{isOn ? <b /> : null}<i />on'],
  ['the same element with other content', '{isOn ? <b>on</b> : <b />}on'],
  ['one element with other words', '{isOn ? <b>on <i /></b> : <b>off <i /></b>}'],
  ['elements with keys', '{isOn ? <b key="on">on <i /></b> : <b key="off">off</b>}'],
  ['words with a value in one template', `<b>{\`Hello, \${label}\`}</b>`],
  ['a constant', '{LABELS.on}<b />'],
  ['constants in a row', "{LABELS.join(', ')}<b />"],
  [
    'names in a row that are the key of an element around',
    "<b key={label.join(', ')}>{label.join(', ')}<i /></b>",
  ],
  ['what a function gives', '{label.map(row)}{children(label)}<b />'],
  ['a given text that is the key of an element around', '<i key={label.id}><b><i />{label.id}</b></i>'],
  ['a constant chosen by the key of its element', '<i key={label}><b />{LABELS[label]}</i>'],
  ['lines between elements', '{isOn ? <b /> : null}\n<i />'],
])('%s survives a translation', (_case, content) => {
  expect(linesIn(content)).toEqual([]);
});

test('a prop of the type ReactElement is no text', () => {
  const content = '{isOn ? <b /> : null}{label}';
  expect(linesIn(content, 'interface Props { label: ReactElement }')).toEqual([]);
  expect(linesIn(content, 'interface Props { label: ReactElement | null }')).toEqual([]);
  expect(linesIn(content, 'interface Props { label: ReactNode }')).toContain(2);
  const source = 'export function Page({ view }: Props) { return <p>{view.label}<b /></p>; }';
  const found = (...types: string[]) =>
    findTranslatedTexts([source, ...types].map((text, at) => ({ file: `${at}.tsx`, source: text })));
  expect(found('interface View { label: ReactElement }')).toEqual([]);
  expect(found('interface View { label: ReactElement }', 'interface Named { label: string }')).toHaveLength(
    1,
  );
});

test('a part of a constant stays as it is', () => {
  expect(linesIn('{on}<b />', 'const { on } = LABELS;')).toEqual([]);
  expect(linesIn('{on}<b />', 'const { on } = labels;')).toEqual([2]);
});

test('the pages survive a translation by the browser', () => {
  const files = globSync('{host,marketing,portal,shared}/src/**/*.{ts,tsx}', {
    cwd: WORKSPACE_ROOT,
    exclude: (file) => /node_modules|[.]test[.]/.test(file),
  });
  expect(files.length).toBeGreaterThan(200);
  const sources = files.map((file) => ({
    file,
    source: readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8'),
  }));
  expect(findTranslatedTexts(sources)).toEqual([]);
});
