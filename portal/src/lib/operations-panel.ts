import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { useEffect } from 'react';

/** The props of each tab of Operations. Its file exports the panel as its default. */
export interface OperationsPanelProps {
  /** The server refused a call with 403: the manager's access may have ended. */
  onRefused(): void;
}

/** Says so when a call of the panel was refused. @param errors of its queries */
export function useRefused(onRefused: () => void, ...errors: unknown[]): void {
  const isRefused = errors.some((error) => isApiError(error) && error.code === 'forbidden');
  useEffect(() => {
    if (isRefused) onRefused();
  }, [isRefused, onRefused]);
}
