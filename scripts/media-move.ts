import { join } from 'node:path';
import { openBucket } from '../apps/server/src/platform/bucket.ts';
import { ConfigError, readConfig } from '../apps/server/src/platform/config.ts';
import { copyStorage } from '../apps/server/src/platform/copy-storage.ts';
import { createS3Storage } from '../apps/server/src/platform/storage-s3.ts';

// npm run media:move: copies the media in DATA_DIR to the bucket of the S3_ settings; docs/operations.md says when.

try {
  const { dataDir, s3 } = readConfig(process.env);
  if (!s3) throw new ConfigError('S3_ENDPOINT: nothing is set; set the bucket to copy the media to');
  const { copied, copiedBytes, present } = await copyStorage(join(dataDir, 'media'), createS3Storage(openBucket(s3)));
  const megabytes = Math.round(copiedBytes / 1024 ** 2);
  console.log(`${copied} files copied (${megabytes} MB), ${present} were in the bucket already`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
