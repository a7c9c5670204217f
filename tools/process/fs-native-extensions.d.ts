/** What is used here of a package without types. */
declare module 'fs-native-extensions' {
  /** Locks an open file for its descriptor, without waiting. @returns false when another descriptor has it locked. */
  export function tryLock(descriptor: number): boolean;
}
