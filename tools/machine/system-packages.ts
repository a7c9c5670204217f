import { UserError } from '../command/user-error.ts';
import packages from './system-packages.json' with { type: 'json' };

/**
 * A program of the system that tests use. `system-packages.json` lists its Debian packages. `.ci/run` installs all of
 * them.
 */
export type SystemProgram = keyof typeof packages;

export function isSystemProgram(name: string): name is SystemProgram {
  return Object.hasOwn(packages, name);
}

/** The one command that installs these programs. */
export function installCommand(programs: readonly SystemProgram[]): string {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  return `${sudo}apt-get install -y ${programs.flatMap((program) => packages[program]).join(' ')}`;
}

export function missingProgram(program: SystemProgram): UserError {
  return new UserError(`${program} is missing. Debian: ${installCommand([program])}`);
}
