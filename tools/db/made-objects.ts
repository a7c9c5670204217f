import type { CreateFunctionStmt, Node, ObjectWithArgs, TypeName } from 'libpg-query';
import { madeTable, nameOf, type Parsed, relationOf } from './sql-statements.ts';

interface FunctionShape {
  /** Name and types of arguments: what tells it from others. */
  key: string;
  name: string;
  /** The names of its arguments, '' for one without. */
  inputs: readonly string[];
  returns: string;
}

/** What all later migrations together make. */
export class Made {
  readonly tables: ReadonlySet<string>;
  readonly views: ReadonlySet<string>;
  readonly #functions: readonly FunctionShape[];

  constructor(nodes: readonly Parsed[]) {
    this.tables = new Set(nodes.flatMap((node) => madeTable(node, false)));
    const views = nodes.flatMap(({ ViewStmt: view }) => (view ? [relationOf(view.view)] : []));
    this.views = new Set([...this.tables, ...views]);
    this.#functions = nodes.flatMap(({ CreateFunctionStmt: made }) => (made ? [shapeOf(made)] : []));
  }

  /** Whether a function takes the arguments of one of its name that is dropped: calls name them. */
  canReplace(gone: Pick<FunctionShape, 'name' | 'inputs'>): boolean {
    return this.#functions.some(
      ({ name, inputs }) =>
        name === gone.name && gone.inputs.every((input) => input === '' || inputs.includes(input)),
    );
  }
}

/** The functions that the statements so far have made. */
export class Functions {
  readonly #all = new Map<string, FunctionShape & { isFrozen: boolean }>();

  note(node: Parsed, isFrozen: boolean): void {
    for (const { key } of this.droppedBy(node)) this.#all.delete(key);
    if (node.CreateFunctionStmt === undefined) return;
    const made = shapeOf(node.CreateFunctionStmt);
    this.#all.set(made.key, { ...made, isFrozen: isFrozen || this.#all.get(made.key)?.isFrozen === true });
  }

  isNew({ objname, objargs }: ObjectWithArgs): boolean {
    return this.#all.get(keyOf(objname, objargs))?.isFrozen === false;
  }

  droppedBy({ DropStmt: drop }: Parsed): Pick<FunctionShape, 'key' | 'name' | 'inputs'>[] {
    if (!/_(FUNCTION|ROUTINE)$/.test(drop?.removeType ?? '')) return [];
    return (drop?.objects ?? []).map(({ ObjectWithArgs: gone }: Parsed) => {
      const name = nameOf(gone?.objname);
      const key = keyOf(gone?.objname, gone?.objargs);
      const known = [...this.#all.values()].find(
        (made) => made.key === key || (gone?.args_unspecified && made.name === name),
      );
      return known ?? { key, name, inputs: [] };
    });
  }

  /** Why PostgreSQL does not replace the function. */
  refused({ CreateFunctionStmt: stmt }: Parsed): string | undefined {
    if (!stmt?.replace) return;
    const { key, inputs, returns } = shapeOf(stmt);
    const before = this.#all.get(key);
    if (before?.inputs.some((input, index) => input !== '' && input !== inputs[index]))
      return 'is refused by PostgreSQL: keep the names of its arguments, or give the new function another name';
    if (before && before.returns !== returns)
      return 'is refused by PostgreSQL: keep what it returns, or give the new function another name';
  }
}

function shapeOf({ funcname, parameters = [], returnType }: CreateFunctionStmt): FunctionShape {
  const all = parameters.map(({ FunctionParameter: parameter }: Parsed) => parameter);
  const isOutput = (mode = '') => /_(OUT|TABLE)$/.test(mode);
  const inputs = all.filter((parameter) => !isOutput(parameter?.mode));
  const outputs = all.filter((parameter) => /OUT|TABLE/.test(parameter?.mode ?? ''));
  return {
    key: keyOf(
      funcname,
      inputs.map((parameter) => ({ TypeName: parameter?.argType ?? {} })),
    ),
    name: nameOf(funcname),
    inputs: inputs.map((parameter) => parameter?.name ?? ''),
    returns: JSON.stringify([
      typeOf(returnType),
      outputs.map((parameter) => [parameter?.name, typeOf(parameter?.argType)]),
    ]),
  };
}

function keyOf(name: readonly Node[] = [], types: readonly Node[] = []): string {
  return `${nameOf(name)}(${types.map(({ TypeName: type }: Parsed) => typeOf(type)).join(', ')})`;
}

/** Without a schema: two ways to write a type are one. */
function typeOf({ names = [], arrayBounds = [], setof = false }: TypeName = {}): string {
  return `${setof ? 'setof ' : ''}${nameOf(names.slice(-1))}${'[]'.repeat(arrayBounds.length)}`;
}
