import * as z from 'zod';
import { transportFields, transportLineFields } from '#shared/authority/etransport/input.ts';
import {
  parseListAnswer,
  parseStateAnswer,
  parseUploadAnswer,
  stateRequest,
  uploadRequest,
} from '#shared/authority/etransport/protocol.ts';
import { isUit } from '#shared/authority/etransport/uit.ts';
import { validateMessage } from '#shared/authority/etransport/validate.ts';
import { writeMessage } from '#shared/authority/etransport/xml/write.ts';
import { goodsOf, notification, validDeclaration } from '../etransport/declarations.ts';
import { each, many, type Reader, TEXTS } from './measure.ts';

const WORDS = each(['A', ' ', '-', '9', '.', 'ă', '\u00a0', 'RO', 'PF', '\t\n'], '', 'x');
const ANSWERS = [
  ...each(['a', ' ', '\\n', 'Nu exista '], '{"ExecutionStatus":1,"Errors":[{"errorMessage":"', '"}]}'),
  many('{"errorMessage":"a"},', '{"ExecutionStatus":1,"Errors":[', '{}]}'),
  many('{"tip":"NOT","mesaje":[{}]},', '{"mesaje":[', '{"tip":""}]}'),
  ...each(['9'], '{"ExecutionStatus":0,"index_incarcare":"', '"}'),
  ...each(['a', ' '], '{"stare":"', '"}'),
  ...each(['[', '{"a":']),
];

const note = z.object(transportFields);
const line = z.object(transportLineFields);
const everyField = (schema: z.ZodObject, value: string) =>
  schema.safeParse(Object.fromEntries(Object.keys(schema.shape).map(name => [name, value])));

/** Transport declarations: fields of requests, responses of the authority, texts that are validated and written. */
export const etransportReaders: Reader[] = [
  {
    reads: 'transportFields',
    source: 'shared/authority/etransport/input.ts',
    inputs: WORDS,
    run: value => everyField(note, value),
  },
  {
    reads: 'transportLineFields',
    source: 'shared/authority/etransport/input.ts',
    inputs: WORDS,
    run: value => everyField(line, value),
  },
  { reads: 'isUit', source: 'shared/authority/etransport/uit.ts', inputs: WORDS, run: isUit },
  {
    reads: 'validateMessage, writeMessage',
    source: 'shared/authority/etransport/validate.ts',
    inputs: TEXTS,
    run: text => {
      const valid = validDeclaration();
      const place = { ...valid.start, locality: text, street: text };
      const goods = [{ ...goodsOf(30), description: text, tariffCode: text, unitCode: text }];
      const party = { country: text, taxId: text, name: text };
      const message = notification(
        { ...valid, declarant: text, vehicle: text, partner: party, transporter: party, start: place, goods },
        text,
      );
      return [validateMessage(message), writeMessage(message)];
    },
  },
  ...[parseUploadAnswer, parseStateAnswer, parseListAnswer].map(run => ({
    ...{ reads: run.name, source: 'shared/authority/etransport/protocol.ts', inputs: ANSWERS, run },
  })),
  {
    reads: 'uploadRequest, stateRequest',
    source: 'shared/authority/etransport/protocol.ts',
    inputs: WORDS,
    run: text => [uploadRequest(text), stateRequest(text)],
  },
];
