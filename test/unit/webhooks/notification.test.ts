import { describe, expect, it } from 'vitest';
import { notification } from '#shared/output/webhooks/notification.ts';

const data = { exportId: 'e', downloadUrl: 'https://api.example/exports/e', expiresAt: '2026-03-09T10:00:00Z' };

describe('a notification (tsc checks the comments of this file)', () => {
  it('names an event and has its payload', () => {
    expect(notification('export.completed', data)).toEqual({ type: 'export.completed', data });
  });

  it('of an unknown event, or with the payload of another, does not compile', () => {
    const made = [
      // @ts-expect-error a misspelt event
      notification('export.complete', data),
      // @ts-expect-error the payload of another event
      notification('invoice.issued', data),
      // @ts-expect-error a field is missing
      notification('export.completed', { exportId: 'e', downloadUrl: 'https://api.example/exports/e' }),
      // @ts-expect-error a field too many
      notification('export.completed', { ...data, size: 1 }),
    ];
    expect(made).toHaveLength(4);
  });
});
