import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { findBoundaryViolations } from './import-boundaries.ts';

const violations = await findBoundaryViolations(WORKSPACE_ROOT);
for (const { file, specifier, rule } of violations) console.error(`${file}: "${specifier}": ${rule}`);
if (violations.length > 0) process.exit(1);
console.log('Imports go the right way.');
