// Fields that a vendor may leave out or send as null, which must not make the rest of its response unreadable.
import * as z from 'zod';

/** Undefined if the vendor leaves the field out or sends null. */
export const optional = <S extends z.ZodType>(field: S) =>
  field.nullish().transform((value) => value ?? undefined);

/** Empty if the vendor leaves the list out or sends null. */
export const optionalList = <S extends z.ZodType>(item: S) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);
