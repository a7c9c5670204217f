import { parseSync } from 'oxc-parser';
import type { Plugin } from 'vite';

/** What React Router calls at its top to make components. Without a use of the result, the call can go too. */
const PURE_CALLS: readonly string[] = ['forwardRef', 'createContext', 'memo'];

/**
 * React Router is one module. At its top it makes components and then sets their display names, which only developer
 * tools show. For a bundler both are side effects, so it keeps everything. Without the names, and with the calls
 * marked, it drops unused parts: data routers, forms, prefetching.
 */
export function shakableRouter(): Plugin {
  return {
    name: 'corvane:shakable-router',
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/].*\.mjs$/ },
      handler: (code, id) => ({ code: withoutDisplayNames(code, id), map: null }),
    },
  };
}

/** Marks calls that only make a component, and removes its display name. Only statements at the top of the module. */
export function withoutDisplayNames(code: string, file: string): string {
  const { program } = parseSync(file, code);
  const edits: { start: number; end: number; text: string }[] = [];
  for (const statement of program.body) {
    if (statement.type === 'ExpressionStatement') {
      const { expression } = statement;
      if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') continue;
      const { property } = expression.left;
      if (property.type !== 'Identifier' || property.name !== 'displayName') continue;
      edits.push({ start: statement.start, end: statement.end, text: '' });
    } else if (statement.type === 'VariableDeclaration') {
      for (const { init } of statement.declarations) {
        if (init?.type !== 'CallExpression' || init.callee.type !== 'MemberExpression') continue;
        const { property } = init.callee;
        if (property.type !== 'Identifier' || !PURE_CALLS.includes(property.name)) continue;
        edits.push({ start: init.start, end: init.start, text: '/*#__PURE__*/ ' });
      }
    }
  }
  return edits.reduceRight(
    (text, { start, end, text: added }) => text.slice(0, start) + added + text.slice(end),
    code,
  );
}
