import * as z from 'zod';

// Schemas of the field types of responses (REQ-17 to REQ-24). No deployed function loads this file.

/** The id of a record. */
export const uuid = () => z.guid();

/** `YYYY-MM-DDTHH:mm:ssZ`. */
export const instant = () => z.iso.datetime();

/** `YYYY-MM-DD`. */
export const day = () => z.iso.date();

/** A person by name; the id is null for the service itself. */
export const namedPersonSchema = z.object({ id: uuid().nullable(), name: z.string() }).meta({ id: 'NamedPerson' });

/** An answer that only says what was done. */
export const messageSchema = z.object({ message: z.string() }).meta({ id: 'Message' });

/** The fields of every record in responses; `id` and `uuid` are equal. */
export const recordShape = {
  uuid: uuid(),
  id: uuid(),
  createdAt: instant(),
  updatedAt: instant(),
};
