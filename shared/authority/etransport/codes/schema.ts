import * as z from 'zod';

/** The answer with the code lists. */

const named = { code: z.number(), name: z.string() };

export const codeListsSchema = z
  .object({
    data: z.object({
      operationTypes: z.array(
        z.object({
          ...named,
          abbreviation: z.string(),
          direction: z.enum(['inbound', 'outbound', 'national']),
          partner: z.enum(['EU', 'RO', 'third-country']),
          purposes: z.array(z.number()),
        }),
      ),
      purposeCodes: z.array(z.object(named)),
      counties: z.array(z.object({ ...named, iso: z.string() })),
      borderPoints: z.array(z.object({ ...named, country: z.string().nullable() })),
      customsOffices: z.array(z.object({ ...named, kind: z.enum(['inland', 'border']), euCode: z.string().nullable() })),
      countries: z.array(z.object({ code: z.string(), name: z.string(), isEu: z.boolean() })),
      units: z.array(z.object({ code: z.string(), name: z.string() })),
      documentTypes: z.array(z.object(named)),
      confirmations: z.array(z.object(named)),
    }),
  })
  .meta({ id: 'TransportCodeLists' });
