import { useState } from 'react';

/**
 * What was chosen, shown at once. The address follows a moment later, and until then a controlled field would jump
 * back; whatever the value then is, is shown again.
 */
export function useImmediate<Value>(value: Value): [Value, (value: Value) => void] {
  const key = JSON.stringify(value);
  const [state, setState] = useState({ key, shown: value });
  if (state.key !== key) setState({ key, shown: value });
  return [state.key === key ? state.shown : value, (shown) => setState({ key, shown })];
}
