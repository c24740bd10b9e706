import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { documentSeriesCalls } from './calls.ts';

const service = useService();
const { newScope, add } = documentSeriesCalls(service);

describe('Document series (REC-51 to REC-62)', () => {
  it('adds the same series once when it is sent five times at once', async () => {
    const scope = await newScope();
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(scope, { prefix: 'X', type: 'invoice' })));
    expect(answers.map(one => one.status).sort()).toEqual([201, 422, 422, 422, 422]);
  });
});
