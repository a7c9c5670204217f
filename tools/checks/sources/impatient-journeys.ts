import { parseSync, Visitor } from 'oxc-parser';

/** The limits of `e2e/playwright.config.ts`: a journey may only be more patient than they are. */
const CONDITION_MS = 30_000;
const JOURNEY_MS = 120_000;

/**
 * Finds what makes a journey fail on a busy machine: a label that a second, later element also carries, as the QR
 * code 'of the access link' did. It also finds a limit of a few seconds, and a sleep.
 * @returns a line each
 */
export function findImpatience(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  const say = (start: number, what: string) =>
    found.push(`${file}:${source.slice(0, start).split('\n').length}: ${what}`);
  new Visitor({
    CallExpression({ callee, arguments: [first, second], start }) {
      const name =
        callee.type === 'MemberExpression' && 'name' in callee.property ? callee.property.name : '';
      if (name === 'waitForTimeout') say(start, 'waitForTimeout sleeps: wait for a condition');
      if (name === 'setTimeout' && isBelow(first, JOURNEY_MS)) say(start, `a journey has ${JOURNEY_MS} ms`);
      if (name === 'getByLabel' && isText(first) && !isExact(second))
        say(start, 'getByLabel without exact: true');
    },
    Literal({ value, start }) {
      if (value === 'networkidle') say(start, 'networkidle may come too early: wait for a condition');
    },
    Property({ key, value, start }) {
      const name = 'name' in key ? key.name : '';
      if (name === 'timeout' && isBelow(value, CONDITION_MS))
        say(start, `a condition has ${CONDITION_MS} ms`);
    },
  }).visit(program);
  return found;
}

/** The properties of a node that are read here. */
interface Node {
  type: string;
  value?: unknown;
  properties?: readonly Node[];
  key?: unknown;
}

function isBelow(node: Node | undefined, ms: number): boolean {
  return typeof node?.value === 'number' && node.value < ms;
}

/** Not a regular expression, which says itself how exact it is. */
function isText(node: Node | undefined): boolean {
  return node?.type === 'TemplateLiteral' || typeof node?.value === 'string';
}

function isExact(node: Node | undefined): boolean {
  return !!node?.properties?.some(
    ({ key, value }) =>
      (key as { name?: string } | undefined)?.name === 'exact' && (value as Node).value === true,
  );
}
