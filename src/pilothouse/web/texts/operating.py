"""Texts of the operator's page."""

from __future__ import annotations

OPERATING: dict[str, tuple[str, str]] = {
    "op.lead": ("上传菜单和文档，切换库存。", "Upload menus and documents, switch stock."),
    "op.none": ("您的账号没有后台权限。", "Your account has no operator scope."),
    "op.menu": ("菜单", "Menu"),
    "op.menu.help": (
        "JSON、CSV 或文本。导入完成前，旧菜单继续可用。",
        "JSON, CSV or text. The old menu answers until the new one is ready.",
    ),
    "op.kind": ("内容", "What"),
    "op.kind.menu": ("菜单", "Menu"),
    "op.kind.faq": ("常见问题", "Frequent questions"),
    "op.kind.stores": ("门店", "Stores"),
    "op.file": ("选择文件", "Choose a file"),
    "op.files": ("选择文件（可多选）", "Choose files"),
    "op.upload": ("上传", "Upload"),
    "op.documents": ("知识库文档", "Documents"),
    "op.documents.help": (
        "Markdown、文本、HTML、PDF、Word、Excel、PPT、CSV、扫描件。",
        "Markdown, text, HTML, PDF, Word, Excel, PowerPoint, CSV, scans.",
    ),
    "op.dept": ("部门（可不填）", "Department (optional)"),
    "op.allow": ("谁能看，例如 hr,finance；不填为所有人", "Who may read them, as hr,finance; empty for all"),
    "op.stock": ("库存", "Stock"),
    "op.stock.store": ("门店", "Store"),
    "op.stock.of": ("现在显示：{name}", "Shown now: {name}"),
    "op.stock.search": ("查找菜品", "Find a dish"),
    "op.stock.on": ("{name}：供应中", "{name}: available"),
    "op.listed": ("已有文档", "Documents in the library"),
    "op.remove": ("移除", "Remove"),
    "op.remove.label": ("移除 {name}", "Remove {name}"),
    "op.remove.sure": (
        "移除后，助手不再用它回答；上传的文件也会删除。",
        "The assistant won't answer from it any more; an uploaded file is deleted.",
    ),
    "op.remove.yes": ("确定移除", "Remove it"),
    "op.skipped": ("未能读取", "Could not be read"),
    "op.nofile": ("请先选择文件。", "Choose a file first."),
    "job.queued": ("排队中", "Queued"),
    "job.running": ("处理中 {done}/{total}", "Working {done}/{total}"),
    "job.done": ("完成", "Done"),
    "job.failed": ("失败", "Failed"),
    "job.interrupted": ("中断", "Interrupted"),
    "job.imported": ("已导入 {n} 条", "{n} imported"),
    "job.skipped": ("{n} 处读不懂，已跳过", "{n} could not be read and were skipped"),
    "job.documents": (
        "新增 {added}，更新 {updated}，未变 {unchanged}",
        "{added} added, {updated} updated, {unchanged} unchanged",
    ),
}
