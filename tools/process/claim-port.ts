import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { UserError } from '../command/user-error.ts';

/**
 * The port itself when nothing uses it. Any free port for 0.
 * @throws UserError when it cannot be used.
 */
export function claimPort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new UserError(
              `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
            )
          : new UserError(`Port ${port} cannot be used (${error.code}). Set PORT to another port.`),
      );
    });
    probe.listen(port, () => {
      const { port: claimed } = probe.address() as AddressInfo;
      probe.close(() => resolve(claimed));
    });
  });
}
