/** A mailbox that mail can reach: nothing that separates addresses or needs quotes, and a possible domain. */
export const MAILBOX =
  /^(?!\.|.*\.[.@])[^\s\p{Cc}@,;:<>()[\]\\"%=]{1,64}@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/iu;

/** An address that a header can have as it is: letters beyond ASCII need a mail server that takes them. */
export const PLAIN_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9.-]+$/i;
