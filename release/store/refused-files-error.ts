import { UserError } from '@corvane/tools/command/user-error';

/** Files of a bucket that would leave their directory. Anyone who may write a preview could otherwise reach other files. */
export class RefusedFilesError extends UserError {}
