import { beforeEach } from 'vitest';
import { setLogSink } from '../../../shared/kernel/log.ts';

export type Line = Record<string, unknown>;

/** What each test of the file writes to the log, and the security events of it. */
export function watchLog() {
  const lines: Line[] = [];
  const events = (): Line[] => lines.filter(({ message }) => message === 'security');
  beforeEach(() => {
    lines.length = 0;
    setLogSink(line => void lines.push(JSON.parse(line) as Line));
  });
  return { lines, events };
}
