import { expect, it } from 'vitest';
import { recordedExamples } from '../../infra/openapi/examples/files.ts';
import { recordExamples } from '../support/examples/record.ts';

/** The examples of the OpenAPI document are the current responses of the system: `npm run examples` records them again. */
it('the committed examples equal those of a new recording, value by value', async () => {
  const recorded = recordedExamples();
  const now = await recordExamples();
  for (const [area, operations] of Object.entries(now.operations))
    for (const [name, examples] of Object.entries(operations))
      expect({ [name]: examples }).toEqual({ [name]: recorded.operations[area]?.[name] });
  // A file of an area, or an operation in one, that is not recorded any more.
  expect(now).toEqual(recorded);
});
