import { toast } from '../toasts/toast.tsx';
import type { SessionStore } from './session-store.ts';

/**
 * Ends the session and shows a message. It never rejects: here the session is over, no matter what the server
 * answers.
 */
export async function signOut(store: SessionStore): Promise<void> {
  try {
    await store.signOut();
    toast({ title: 'Logged Out', description: 'You have been logged out successfully', tone: 'success' });
  } catch {
    toast({
      title: 'Logged Out',
      description: 'You have been logged out on this device. The server could not be reached to confirm it.',
      tone: 'info',
    });
  }
}
