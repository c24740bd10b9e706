import { writeExamples } from '../../../infra/openapi/examples/files.ts';
import { recordExamples } from './record.ts';

/** `npm run examples`: records the examples of the OpenAPI document again. */
const examples = await recordExamples();
writeExamples(examples);
const operations = Object.values(examples.operations).flatMap(ofArea => Object.keys(ofArea));
console.log(
  `Recorded ${operations.length} operations, ${Object.keys(examples.errors).length} causes of errors, ${Object.keys(examples.events).length} events.`,
);
// Browsers for PDFs stay open for the next service of the process.
process.exit(0);
