/** Entry of the merging thread: takes one merge after another and answers how each ended. */
import { parentPort } from "node:worker_threads";
import { forbidNetwork } from "../offline-guard.ts";
import { type MergeJob, runMergeJob } from "../store/merge-job.ts";

forbidNetwork();

parentPort?.on("message", (job: MergeJob) => parentPort?.postMessage(runMergeJob(job)));
