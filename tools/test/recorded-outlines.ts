import path from 'node:path';
import { addOutline, type Outline, outlineOf, outlineText } from '@corvane/shared/testing/outline';
import { act } from 'react';
import {
  afterAll,
  afterEach,
  beforeEach,
  createExpect,
  type RunnerTestCase,
  type RunnerTestSuite,
  vi,
} from 'vitest';

/** The day of a test that sets none. A page may say how long ago something was. */
const TODAY = '2026-11-21T10:00:00Z';
/** An id or key that a page draws. Those of the tests repeat a character. */
const RANDOM_ID = /\b(?!\w*(\w)\1{6})[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}\b/g;

/** What the page of each test said at its end, by the id of the test. */
const said = new Map<string, Outline>();
let current: RunnerTestCase | undefined;

function add(outline: Outline): void {
  if (current === undefined) return;
  const there = said.get(current.id) ?? new Map();
  addOutline(there, outline);
  said.set(current.id, there);
}

/** What a page asks of its host, and shows through it. */
function addLine(event: Event): void {
  const { detail } = event as CustomEvent<string>;
  add(new Map([[`${detail.replaceAll(RANDOM_ID, 'ID')}#1`, new Map()]]));
}

/** Turns of the event loop without a change. After them, nothing is on its way but what waits for a clock. */
const CALM_TURNS = 4;

/** A part of a page that is on its way would be there on one machine and not on another. */
async function settle(): Promise<void> {
  const { IS_REACT_ACT_ENVIRONMENT: acts } = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  let calm = 0;
  const watch = new MutationObserver(() => {
    calm = 0;
  });
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
  while (calm++ < CALM_TURNS) await (acts ? act(() => vi.dynamicImportSettled()) : vi.dynamicImportSettled());
  watch.disconnect();
}

const testsOf = ({ tasks }: RunnerTestSuite): RunnerTestCase[] =>
  tasks.flatMap((task) => (task.type === 'suite' ? testsOf(task) : task));

/**
 * Compares what the pages of a file's component tests say with the file's recorded outline. Each line is recorded once,
 * however many tests show it. A part of a file's tests shows a part of the outline, so then nothing is compared.
 */
async function compare(): Promise<void> {
  if (current === undefined) return;
  const { file } = current;
  const tests = testsOf(file);
  const last = tests.at(-1);
  if (last === undefined || tests.some(({ result }) => result?.state !== 'pass')) return;
  const outline: Outline = new Map();
  for (const { id } of tests) addOutline(outline, said.get(id) ?? new Map());
  if (outline.size === 0) return;
  const { name } = path.parse(file.filepath);
  await createExpect(last)(
    outlineText(outline),
    'what its pages say is not what is recorded. docs/developing.md says how to accept it',
  ).toMatchFileSnapshot(`__snapshots__/${name}.txt`);
}

if (typeof document !== 'undefined') {
  vi.setSystemTime(TODAY);
  beforeEach(({ task }) => {
    vi.setSystemTime(TODAY);
    current = task.file.filepath.endsWith('.tsx') ? task : undefined;
  });
  // Before the hooks of the test, which take its page away: `sequence.hooks` in vitest.config.ts.
  afterEach(async () => {
    await settle();
    add(outlineOf(document.body));
  });
  document.addEventListener('outline', addLine);
  afterAll(async () => {
    document.removeEventListener('outline', addLine);
    await compare();
  });
}
