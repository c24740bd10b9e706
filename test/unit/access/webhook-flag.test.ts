import { afterEach, expect, it, vi } from 'vitest';
import { newId } from '#shared/base/kernel/ids.ts';
import { asRun } from '#shared/base/kernel/caches.ts';
import type { Company } from '#shared/model/company.ts';
import { awaitsPublication, noteWebhooks } from '#shared/platform/access/webhook-flag.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';

const id = newId();
const company = companyScope(id);
const waits = (): boolean => awaitsPublication(company, id) !== undefined;

afterEach(() => {
  vi.useRealTimers();
});

it('an event waits for publication unless this invocation has read that the company has no webhook', () => {
  asRun(() => {
    expect(waits()).toBe(true);
    noteWebhooks({ id } as Company);
    expect(waits()).toBe(false);
    noteWebhooks({ id: newId(), hasWebhooks: true } as Company);
    expect(waits()).toBe(false);
    noteWebhooks({ id, hasWebhooks: true } as Company);
    expect(waits()).toBe(true);
  });
});

it('what an earlier invocation has read does not count, nor what was read outside of one', () => {
  asRun(() => noteWebhooks({ id } as Company));
  asRun(() => {
    expect(waits()).toBe(true);
  });
  noteWebhooks({ id } as Company);
  expect(waits()).toBe(true);
});

it('an event waits when the company was read more than five seconds ago', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  asRun(() => {
    noteWebhooks({ id } as Company);
    vi.advanceTimersByTime(4_999);
    expect(waits()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(waits()).toBe(true);
  });
});
