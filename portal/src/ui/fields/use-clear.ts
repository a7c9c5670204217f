import { useState } from 'react';

/**
 * Clears what a list is narrowed by. With `clears` as their key, its fields are mounted again. So a text that is still
 * being typed goes too, and is not searched afterwards.
 */
export function useClear(onClear: () => void): { clears: number; clear(): void } {
  const [clears, setClears] = useState(0);
  return {
    clears,
    clear() {
      setClears(clears + 1);
      onClear();
    },
  };
}
