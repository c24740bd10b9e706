import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { DEFAULTS, pdfTemplateConfigCalls } from './calls.ts';

const service = useService();
const { newScope, read } = pdfTemplateConfigCalls(service);

describe('PDF template configuration (OUT-13)', () => {
  it('returns the configuration of a new company', async () => {
    expect(await read(await newScope())).toEqual(DEFAULTS);
  });
});
