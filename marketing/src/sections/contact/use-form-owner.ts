import { useState } from 'react';
import { useHost } from '../../host-context.tsx';

interface FormOwner {
  /** The address of the customer whom this browser knows, '' for any other person. Missing until that is clear. */
  owner?: string;
  /** Another one for each customer whom this browser has forgotten. */
  key: number;
}

/**
 * Whose text a form holds: it must not become the text of the next person in the tab. The browser knows a customer who
 * is signed in, or whose access has ended. A logout makes it forget them. A visitor who signs in keeps their text.
 */
export function useFormOwner(): FormOwner {
  const { session } = useHost();
  const [last, setLast] = useState<FormOwner>({ key: 0 });
  const known = session.status === 'anonymous' ? session.endedAccess : session;
  const owner = (known && 'customer' in known && known.customer?.email) || '';
  if (session.status !== 'restoring' && owner !== last.owner)
    setLast({ owner, key: last.owner ? last.key + 1 : last.key });
  return last;
}
