import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { zeroTotalCalls, line, SETTLED } from './zero-total-calls.ts';

const { act, make } = zeroTotalCalls();

describe('Total 0 may be issued when a line has a quantity other than 0 (Fiscal Code, art. 330 (1) b)', () => {
  it('a line that is free of charge', async () => {
    const { id } = await make({ lines: [line('Mostră', 1, { unitPrice: 0 })] });
    expect((await act(id, 'issue')).body).toMatchObject({ status: 'issued', paidAt: today(), ...SETTLED });
  });
});
