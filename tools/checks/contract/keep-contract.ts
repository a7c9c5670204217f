import { keepContract } from './contract-changes.ts';

try {
  await keepContract();
  console.log('The declarations of the contract are kept in shared/src/contracts/remote/kept.');
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
