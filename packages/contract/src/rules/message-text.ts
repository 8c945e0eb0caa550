import * as z from 'zod/mini';
import { text } from '../schemas.ts';
import { messageLength } from './messaging.ts';
import { toVisibleText } from './visible-text.ts';

/** Text of a message, at most `max` UTF-16 units: empty when nothing of it is visible. */
export const messageText = (max: number = messageLength, tooLong = 'Please keep it under 2,000 characters') =>
  text(max, tooLong).check(z.overwrite(toVisibleText));
