import * as z from 'zod';
import type { ControlRoute } from '../control/control-route.ts';
import type { HttpAnswer } from '../gateway/gateway-event.ts';

/**
 * The local EU VAT register: `PUT /_local/vat-registry` says what it answers for a number, or that it is down, and from then on functions
 * ask it; `DELETE` puts back that no register is configured. Numbers that it was not told are invalid.
 */

const SETTING = 'VAT_REGISTRY_URL';
const PATH = '/_local/vat-registry';

const change = z.union([
  z.strictObject({ vatCode: z.string().regex(/^[A-Z]{2}[A-Z0-9]+$/), valid: z.boolean(), name: z.string().optional() }),
  z.strictObject({ down: z.literal(true) }),
]);

/** @param json makes an answer with a JSON body */
export function vatRegistryRoutes(json: (status: number, value: unknown) => HttpAnswer): ControlRoute[] {
  let down = false;
  let numbers: Record<string, { valid: boolean; name?: string | undefined }> = {};
  return [
    {
      method: 'PUT',
      path: PATH,
      run: call => {
        const asked = call.read(change);
        down = 'down' in asked;
        if (!('down' in asked)) numbers[asked.vatCode] = { valid: asked.valid, name: asked.name };
        process.env[SETTING] = `http://${call.headers.host}${PATH}`;
        return json(200, { down, numbers });
      },
    },
    {
      method: 'DELETE',
      path: PATH,
      run: () => {
        down = false;
        numbers = {};
        delete process.env[SETTING];
        return { status: 204, headers: {}, body: Buffer.alloc(0) };
      },
    },
    {
      // As the Commission's service answers (shared/authority/registries/vat-registry.ts).
      method: 'GET',
      path: `${PATH}/ms/{country}/vat/{number}`,
      run: ({ params }) => {
        if (down) return json(500, { actionSucceed: false });
        const { valid = false, name } = numbers[`${params['country']}${params['number']}`] ?? {};
        return json(200, { isValid: valid, userError: valid ? 'VALID' : 'INVALID', name: name ?? '---', address: '---' });
      },
    },
  ];
}
