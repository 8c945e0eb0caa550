import * as z from 'zod/mini';
import { text } from '../schemas.ts';
import { wordsOf } from './message-words.ts';
import { messageLength } from './messaging.ts';

/** What is written in a thread, at most `max` UTF-16 units: empty when nothing of it would show. */
export const messageText = (max: number = messageLength, tooLong = 'Please keep it under 2,000 characters') =>
  text(max, tooLong).check(z.overwrite(wordsOf));
