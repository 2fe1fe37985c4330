/* qemu-user plugin that counts the instructions a program executes and prints the count at exit. */

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Declarations from qemu-plugin.h, version 1, which few systems have as a package. */
typedef uint64_t plugin_id;
struct qemu_plugin_tb;
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, void (*)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_atexit_cb(plugin_id, void (*)(plugin_id, void *), void *);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int, void *, uint64_t);
enum { ADD_U64 = 0 };

int qemu_plugin_version = 1;
static uint64_t count;

/* Every translated block adds its length each time it runs. */
static void translated(plugin_id id, struct qemu_plugin_tb *block)
{
    (void)id;
    size_t length = qemu_plugin_tb_n_insns(block);
    qemu_plugin_register_vcpu_tb_exec_inline(block, ADD_U64, &count, length);
}

static void ended(plugin_id id, void *nothing)
{
    (void)id;
    (void)nothing;
    fprintf(stderr, "instructions: %" PRIu64 "\n", count);
}

int qemu_plugin_install(plugin_id id, const void *about, int count_of_words, char **words)
{
    (void)about;
    (void)count_of_words;
    (void)words;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, ended, NULL);
    return 0;
}
