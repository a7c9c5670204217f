import { runCommand } from '../../command/run-command.ts';
import { keepContract } from './contract-changes.ts';

/** `run contract:keep`: keeps the declarations of the contract as it stands. */
runCommand(async () => {
  await keepContract();
  console.log('The declarations of the contract are kept in shared/src/contracts/remote/kept.');
});
