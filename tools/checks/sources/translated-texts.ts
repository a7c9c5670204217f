import type * as oxc from 'oxc-parser';
import { parseSync, Visitor } from 'oxc-parser';

/** What an expression puts among the children of an element. */
interface Part {
  /** `value`: a text or an element. `unknown`: what a function returns, in general an element. */
  kind: 'text' | 'element' | 'value' | 'unknown';
  /** It comes and goes, or changes places. */
  varies: boolean;
  /** Name and key of the element, or name of the value. Alternatives with the same name are one element. */
  name?: string;
  /** What is inside the element. */
  inner?: readonly Part[];
  /** One element has texts inside in some alternatives, and something else in others. */
  isMixed?: boolean;
  /** It says other words in other alternatives. React writes them into a text that the translation took away. */
  isReworded?: boolean;
  /** Its value may change. The same happens. */
  isChanging?: boolean;
  /** Which of several alternatives it is of. Two of one choice are never there together. */
  choices: ReadonlyMap<object, number>;
  start: number;
}

type Expression = oxc.JSXChild | oxc.Expression | oxc.JSXEmptyExpression;
type Func = oxc.Function | oxc.ArrowFunctionExpression;

type Name = oxc.Expression | Func | 'words' | 'element' | 'constant';
type Names = ReadonlyMap<string, Name>;

interface SourceFile {
  file: string;
  source: string;
}

interface Scope {
  /** The parts that each component of the sources puts into its parent. */
  components: ReadonlyMap<string, readonly Part[]>;
  /** The constants and functions of the file. */
  names: Names;
  /** The sources of the keys of the elements around. */
  keys: readonly string[];
  source: string;
}

/** Methods and functions that return a text, wherever they come from. */
const SAYS_TEXT =
  /^(?:join|slice|substring|at|charAt|concat|normalize|repeat|replace|replaceAll|trim|trimStart|trimEnd|padStart|padEnd|toFixed|to\w*String|to(?:Locale)?(?:Upper|Lower)Case|String|format\w*|\w*[wW]ords)$/;

/** They put their children into the parent. */
const PASS_ON = /(?:^Suspense|Provider|Context)$/;

/**
 * Finds texts that end a page after a browser has translated it. The translation replaces a text by an element that
 * React does not know. React then fails when it removes the text, or puts an element before it. So a text that comes
 * and goes, or follows something that does, is inside an element of its own. React also writes a changed value into a
 * text that is gone. So a text with values is one template, alone in its element. Or the value is the key of an element
 * around: with another value, that is another element.
 * @returns a line each
 */
export function findTranslatedTexts(files: readonly SourceFile[]): string[] {
  const programs = files.map(({ file, source }) => {
    const { program, errors } = parseSync(file, source);
    if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
    return { file, source, program };
  });
  const elements = elementNamesOf(programs);
  const parsed = programs.map((one) => ({ ...one, names: namesOf(one.program, elements) }));
  const components = componentsOf(parsed);
  return parsed.flatMap(({ file, source, program, names }) => {
    const found = new Set<number>();
    const keys: string[] = [];
    const look = (children: readonly Expression[], isFragment = false) => {
      const parts = partsOfAll(children, { components, names, keys, source }, false, isFragment);
      for (const start of faultsOf(parts, isFragment)) found.add(start);
    };
    const keyOf = ({ openingElement }: oxc.JSXElement) => {
      const key = keyIn(openingElement);
      return key?.value ? source.slice(key.value.start + 1, key.value.end - 1) : '';
    };
    new Visitor({
      JSXElement: (element) => {
        keys.push(keyOf(element));
        look(element.children);
      },
      'JSXElement:exit': () => void keys.pop(),
      JSXFragment: ({ children }) => look(children, true),
    }).visit(program);
    return [...found]
      .toSorted((a, b) => a - b)
      .map(
        (start) =>
          `${file}:${source.slice(0, start).split('\n').length}: ${source.slice(start, start + 60).replaceAll(/\s+/g, ' ')}`,
      );
  });
}

/** @param isFragment what it is given is known where the fragment's component is used */
function faultsOf(parts: readonly Part[], isFragment: boolean): number[] {
  const isText = ({ kind }: Part) => kind === 'text' || kind === 'value';
  const isSplit =
    parts.length > 1 &&
    parts.every(isText) &&
    parts.some(({ kind, name }) => kind === 'value' && name !== 'children');
  if (isSplit) return [parts[0]?.start ?? 0];
  return parts
    .filter(({ kind, varies, isMixed, isReworded, isChanging }, at) => {
      if (isMixed === true || isReworded === true) return true;
      if (isChanging === true && parts.length > 1) return true;
      return (
        varies && (kind === 'text' || (kind === 'value' && !isFragment) || nextIsText(parts, at, isFragment))
      );
    })
    .map(({ start }) => start);
}

/** Whether React may look for the place of an element by a text. */
function nextIsText(parts: readonly Part[], at: number, isFragment: boolean): boolean {
  for (const { kind, varies, choices } of parts.slice(at + 1)) {
    const isOther = [...choices].some(
      ([choice, which]) => (parts[at]?.choices.get(choice) ?? which) !== which,
    );
    if (isOther) continue;
    if (kind === 'text' || (kind === 'value' && !isFragment)) return true;
    if (!varies) return false;
  }
  return false;
}

function partsOfAll(
  children: readonly Expression[],
  scope: Scope,
  varies = false,
  isFragment = false,
): Part[] {
  const shown = children.filter(isShown);
  return shown.flatMap((child) => partsOf(child, scope, varies, shown.length === 1 && !isFragment));
}

function isShown(child: Expression): boolean {
  if (child.type === 'JSXText') return /\S/.test(child.value) || !child.value.includes('\n');
  return !(child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression');
}

/**
 * @param isAlone the parent's only child. React sets a text alone as the content of its parent, by no node.
 */
function partsOf(node: Expression, scope: Scope, varies: boolean, isAlone = false): Part[] {
  const part = (kind: Part['kind'], name?: string, isChanging = false): Part[] => [
    { kind, varies, name, isChanging, start: node.start, choices: new Map() },
  ];
  const inner = (expression: Expression, isVarying = varies) =>
    partsOf(expression, scope, isVarying, isAlone);
  const here = (parts: readonly Part[]) =>
    parts.map((one) => ({ ...one, varies: one.varies || varies, start: node.start }));
  const text = (isChanging = false) => (isAlone ? [] : part('text', undefined, isChanging));
  const value = (name?: string) => (isAlone ? [] : part('value', name, !isConstant(node, scope)));
  switch (node.type) {
    case 'JSXText':
      return text();
    case 'TemplateLiteral':
      return text(!node.expressions.every((one) => isConstant(one, scope)));
    case 'Literal':
      return typeof node.value === 'number' || (typeof node.value === 'string' && node.value !== '')
        ? text()
        : [];
    case 'ChainExpression':
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return node.expression.type === 'JSXEmptyExpression' ? [] : inner(node.expression);
    case 'JSXFragment':
      return partsOfAll(node.children, scope, varies, true);
    case 'JSXElement':
      return partsOfElement(node, scope, varies);
    case 'ConditionalExpression':
      return eitherOf([inner(node.consequent), inner(node.alternate)]);
    case 'LogicalExpression':
      if (node.operator === '&&') return inner(node.right, true);
      // A text instead of a missing one.
      if (node.right.type === 'TemplateLiteral') return text(true);
      if (node.right.type === 'Literal') return node.right.value === null ? [] : text(true);
      return eitherOf([inner(node.left), inner(node.right)]);
    case 'CallExpression': {
      const [made] = node.arguments;
      const { callee } = node;
      const isMethod = callee.type === 'MemberExpression';
      const named = isMethod ? callee.property : callee;
      const name = named.type === 'Identifier' ? named.name : '';
      if (/^(?:flatM|m)ap$/.test(name) && made?.type === 'ArrowFunctionExpression') {
        return returned(made).flatMap((expression) => partsOf(expression, scope, true));
      }
      const called = scope.names.get(name);
      if (!isMethod && typeof called === 'object' && 'body' in called)
        return here(resultOf(called as Func, scope, varies, isAlone));
      if (called !== 'words' && !SAYS_TEXT.test(name)) return part('unknown');
      return text(!isConstant(node, scope));
    }
    case 'Identifier': {
      const set = scope.names.get(node.name);
      if (set === 'element') return part('element');
      if (typeof set !== 'object' || set.type === 'Identifier' || 'body' in set)
        return node.name === 'children' ? part('value', node.name) : value(node.name);
      return here(inner(set as oxc.Expression));
    }
    case 'MemberExpression':
      if (node.property.type !== 'Identifier') return value();
      if (scope.names.get(node.property.name) === 'element') return part('element');
      return value(node.property.name);
    case 'BinaryExpression':
      return text(true);
    default:
      return value();
  }
}

/** A constant of the content, the key of an element around, or a part of these. */
function isConstant(node: Expression, scope: Omit<Scope, 'components'>): boolean {
  if (node.type === 'Literal' || scope.keys.includes(scope.source.slice(node.start, node.end))) return true;
  if (node.type === 'MemberExpression')
    return isConstant(node.object, scope) && (!node.computed || isConstant(node.property, scope));
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression')
    return [node.callee.object, ...node.arguments].every(
      (one) => one.type !== 'SpreadElement' && isConstant(one, scope),
    );
  if (node.type !== 'Identifier') return false;
  return /^[A-Z\d_]+$/.test(node.name) || scope.names.get(node.name) === 'constant';
}

function keyIn({ attributes }: oxc.JSXOpeningElement): oxc.JSXAttribute | undefined {
  return attributes.filter((one) => one.type === 'JSXAttribute').find(({ name }) => name.name === 'key');
}

function partsOfElement(node: oxc.JSXElement, scope: Scope, varies: boolean): Part[] {
  const { name: called, attributes } = node.openingElement;
  const name: string =
    called.type === 'JSXIdentifier'
      ? called.name
      : called.type === 'JSXMemberExpression'
        ? called.property.name
        : '';
  const children = (isFragment = true) => partsOfAll(node.children, scope, varies, isFragment);
  if (PASS_ON.test(name)) return children();
  const key = keyIn(node.openingElement);
  const known = { name: key === undefined ? name : `${name} ${node.start}`, inner: children(false) };
  const component = /^[a-z]/.test(name) ? undefined : scope.components.get(name);
  const steady = { varies, start: node.start };
  if (component === undefined) return [{ ...steady, kind: 'element', ...known, choices: new Map() }];
  const given = (wanted: string | undefined): Part[] | undefined => {
    if (wanted === 'children') return children();
    for (const attribute of attributes) {
      if (attribute.type !== 'JSXAttribute' || attribute.name.name !== wanted) continue;
      return attribute.value === null ? [] : partsOf(attribute.value, scope, varies);
    }
    return undefined;
  };
  return component.flatMap((part) => {
    const parts = (part.kind === 'value' ? given(part.name) : undefined) ?? [part];
    return parts.map((one) => ({
      ...one,
      ...(one === part && part.kind === 'element' ? known : {}),
      varies: one.varies || part.varies || varies,
      choices: new Map([...part.choices, ...one.choices]),
      start: node.start,
    }));
  });
}

/** Alternatives come and go, unless all of them are one text, or one element of the same name. */
function eitherOf(alternatives: readonly (readonly Part[])[]): Part[] {
  const [first = []] = alternatives;
  const [one] = first;
  const isAlike = alternatives.every(
    ([other, ...more]) =>
      more.length === 0 &&
      other !== undefined &&
      (other.kind === 'element' ? other.name === one?.name : one?.kind !== 'element'),
  );
  if (alternatives.length < 2) return [...first];
  if (isAlike && one !== undefined) {
    const parts = alternatives.flat();
    const isMixed = parts.some((part) => part.isMixed === true || mixes(one.inner, part.inner));
    const isReworded = one.kind === 'text';
    return [{ ...one, varies: parts.some(({ varies }) => varies), isMixed, isReworded }];
  }
  const choice = {};
  return alternatives.flatMap((parts, which) =>
    parts.map((part) => ({ ...part, varies: true, choices: new Map([...part.choices, [choice, which]]) })),
  );
}

/** Whether one element, or one inside it, has texts now among these parts and now among those. */
function mixes(these: readonly Part[] = [], those: readonly Part[] = []): boolean {
  const namesOf = (parts: readonly Part[]) => parts.map(({ kind, name }) => `${kind} ${name}`).join();
  if (namesOf(these) !== namesOf(those)) return [...these, ...those].some(({ kind }) => kind === 'text');
  return these.some((part, at) => mixes(part.inner, those[at]?.inner));
}

function resultOf(func: Func, scope: Scope, varies: boolean, isAlone = false): Part[] {
  return eitherOf(returned(func).map((result) => partsOf(result, scope, varies, isAlone)));
}

/** The properties that have the type ReactElement wherever a type declares them. */
function elementNamesOf(programs: readonly { program: oxc.Program }[]): string[] {
  const names = new Map<string, boolean>();
  const visitor = new Visitor({
    TSPropertySignature: ({ key, typeAnnotation }) => {
      const type = typeAnnotation?.typeAnnotation;
      const types = type?.type === 'TSUnionType' ? type.types : [type];
      const isElement = types.some(
        (one) =>
          one?.type === 'TSTypeReference' && 'name' in one.typeName && one.typeName.name === 'ReactElement',
      );
      if (key.type === 'Identifier') names.set(key.name, isElement && names.get(key.name) !== false);
    },
  });
  for (const { program } of programs) visitor.visit(program);
  return [...names].filter(([, isElement]) => isElement).map(([name]) => name);
}

function namesOf(program: oxc.Program, elements: readonly string[]): Names {
  const names = new Map<string, Name>();
  const learn = (key: oxc.PropertyKey, returns: oxc.TSTypeAnnotation | null) => {
    if (key.type === 'Identifier' && isText(returns?.typeAnnotation) && !names.has(key.name))
      names.set(key.name, 'words');
  };
  for (const name of [...elements, ...elementNamesOf([{ program }])]) names.set(name, 'element');
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init) names.set(id.name, init);
      if (id.type !== 'ObjectPattern' || !init || !isConstant(init, { names, keys: [], source: '' })) return;
      for (const one of id.properties) {
        if (one.type === 'Property' && one.value.type === 'Identifier') names.set(one.value.name, 'constant');
      }
    },
    TSMethodSignature: ({ key, returnType }) => learn(key, returnType),
    TSPropertySignature: ({ key, typeAnnotation }) => {
      const type = typeAnnotation?.typeAnnotation;
      if (type?.type === 'TSFunctionType') learn(key, type.returnType);
    },
    FunctionDeclaration: (node) => {
      if (node.id) names.set(node.id.name, node);
    },
    ImportDeclaration: ({ source, specifiers }) => {
      if (source.value.endsWith('.tsx') || !/^(?:\.|@corvane)/.test(source.value)) return;
      for (const { local } of specifiers) names.set(local.name, 'words');
    },
  }).visit(program);
  return names;
}

function isText(type: oxc.TSType | undefined): boolean {
  if (type?.type === 'TSUnionType')
    return type.types.every((one) => one.type === 'TSNullKeyword' || isText(one));
  return type?.type === 'TSStringKeyword' || type?.type === 'TSNumberKeyword';
}

/** What a function returns. Functions inside it return something else. */
function returned({ body }: Func): oxc.Expression[] {
  if (body === null) return [];
  if (body.type !== 'BlockStatement') return [body as oxc.Expression];
  const found: oxc.Expression[] = [];
  let depth = 0;
  const enter = () => void depth++;
  const leave = () => void depth--;
  new Visitor({
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ReturnStatement: ({ argument }) => {
      if (depth === 0 && argument) found.push(argument);
    },
  }).visit({ type: 'Program', body: body.body } as oxc.Program);
  return found;
}

function componentsOf(files: readonly Pick<Scope, 'names' | 'source'>[]): Map<string, readonly Part[]> {
  const components = new Map<string, readonly Part[]>();
  // Each round knows the components of one more level.
  for (let round = 0; round < 4; round++) {
    for (const { names, source } of files) {
      for (const [name, func] of names) {
        if (/^[A-Z].*[a-z]/.test(name) && typeof func !== 'string' && 'body' in func)
          components.set(name, resultOf(func as Func, { components, names, keys: [], source }, false));
      }
    }
  }
  return components;
}
