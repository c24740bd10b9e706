import type { Catalogue } from '../../catalogue.ts';
import type { LocalSettings } from '../environment.ts';
import { currentInvocation } from '../invocation.ts';

/** The settings of `LOCAL_STRICT`: `1` for engines that refuse what AWS refuses; `all`: they also read late and deliver twice. */
export function strictness(value: string | undefined): Pick<LocalSettings, 'strict' | 'lateReads' | 'deliversTwice'> {
  if (value === 'all') return { strict: true, lateReads: 'all', deliversTwice: true };
  return { strict: value === '1' };
}

/** Whether the code that runs now reads late; undefined if none does. What no function runs (a test) reads the table as it is. */
export function whoReadsLate(lateReads: LocalSettings['lateReads'], { endpoints }: Catalogue): (() => boolean) | undefined {
  if (lateReads === undefined) return undefined;
  const gets = endpoints.filter(({ handler }) => handler.definition.method === 'GET').map(({ name }) => name);
  const never = new Set(lateReads === 'all' ? [] : gets);
  return () => {
    const invocation = currentInvocation();
    return invocation !== undefined && !never.has(invocation.name);
  };
}
