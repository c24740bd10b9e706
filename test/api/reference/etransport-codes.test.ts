import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { codeListsSchema } from '../../../shared/etransport/codes/schema.ts';
import { useService } from '../../support/service.ts';

const service = useService();

describe('code lists of transport declarations (completions-documents §13.5–13.9)', () => {
  it('lists them with their official names', async () => {
    const { token } = await service().newUser();
    const { status, body } = await service().api('GET', '/api/v1/etransport-codes', { token });
    expect(status).toBe(200);
    const { data } = body as z.output<typeof codeListsSchema>;
    expect(Object.entries(data).map(([list, entries]) => [list, entries.length])).toEqual([
      ['operationTypes', 11],
      ['purposeCodes', 16],
      ['counties', 42],
      ['borderPoints', 38],
      ['customsOffices', 90],
      ['units', 16],
      ['documentTypes', 4],
      ['confirmations', 3],
    ]);
    expect(data.operationTypes.find(({ code }) => code === 30)).toEqual({
      code: 30,
      name: 'Transport pe teritoriul național',
      abbreviation: 'TTN',
      direction: 'national',
      partner: 'RO',
      purposes: [101, 704, 705, 9901],
    });
    expect(data.counties.at(-1)).toEqual({ code: 52, name: 'Giurgiu', iso: 'RO-GR' });
    expect(data.borderPoints[1]).toEqual({ code: 2, name: 'Borș', country: 'HU' });
  });

  it('asks for a credential', async () => {
    expect((await service().api('GET', '/api/v1/etransport-codes')).status).toBe(401);
  });
});
