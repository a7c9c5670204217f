import { useState } from 'react';

/**
 * Shows a choice at once. The address follows a moment later, and until then a controlled field would show the old
 * value. After that, the value in the address is shown again.
 */
export function useImmediate<Value>(value: Value): [Value, (value: Value) => void] {
  const key = JSON.stringify(value);
  const [state, setState] = useState({ key, shown: value });
  if (state.key !== key) setState({ key, shown: value });
  return [state.key === key ? state.shown : value, (shown) => setState({ key, shown })];
}
